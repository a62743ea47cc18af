/** The least a React page can do: fetch the rows, draw them. */
import { createRoot } from "react-dom/client";

type Item = {
  Id: string;
  Name: string;
  Status: string;
  OrganisationType: string;
  Services: number;
  Users: number;
  Created: string;
};

const answer = await fetch("/rows.json");
const items = (await answer.json()) as Item[];
const root = createRoot(document.querySelector("#root")!);
root.render(
  items.map((item, index) => (
    <div key={item.Id} data-row={index}>
      <a href={`/customers/${item.Id}`}>{item.Name}</a>
      <span>{item.Status}</span>
      <span>{item.OrganisationType}</span>
      <span>{item.Services}</span>
      <span>{item.Users}</span>
      <span>{item.Created.slice(0, 10)}</span>
    </div>
  )),
);
