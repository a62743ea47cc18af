import { Chart } from "../../ui/chart.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { RankedBars } from "../../ui/ranked-bars.tsx";
import { SeriesChart } from "../../ui/series-chart.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { Specimen, Specimens } from "./specimen.tsx";

const months = ["Dec", "Jan", "Feb", "Mar", "Apr", "May"];
const points = months.map((label, at) => ({ label, value: 840000 + at * 91000 - (at % 2) * 40000 }));
const none = months.map((label) => ({ label, value: 0 }));
const pounds = (minor: number) =>
  formatMoney({ Minor: String(Math.round(minor)), Currency: "GBP" }).replace(/\.00$/, "");
const whole = (value: number) => Math.round(value).toLocaleString("en-GB");
const series = (name: string, from: number, by: number) => ({ name, values: months.map((_, at) => from + at * by) });

export function FiguresGallery() {
  return (
    <Specimens>
      <Specimen name="Figures and chart" wide>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <StatTile label="Customers" icon="building" value="1,264" />
          <StatTile label="Failed" icon="cross" value="2" tone="fail" note="since yesterday" />
          <StatTile
            label="Overdue"
            icon="document"
            value="£2,310.00"
            tone="warning"
            href="/dashboard"
            renderLink={appLink}
          />
          <StatTile label="Loading" value="" note="x" loading />
        </div>
        <Card title="Spend" about="Before VAT">
          <Chart title="Net spend by month" points={points} format={pounds} heads={["Month", "Net spend"]} />
        </Card>
        <Card title="Seats">
          <Chart
            kind="line"
            title="Seats by month"
            points={points}
            format={(value) => whole(value / 1000)}
            heads={["Month", "Seats"]}
            height={160}
          />
        </Card>
      </Specimen>
      <Specimen name="Stacked chart" wide>
        <Card title="Revenue by product">
          <SeriesChart
            title="Revenue by product and month"
            kind="stacked"
            labels={months}
            series={[
              series("Microsoft 365", 420000, 31000),
              series("Acronis Backup", 210000, 9000),
              series("Hosted Voice", 96000, 14000),
              series("All others", 40000, 2000),
            ]}
            format={pounds}
            head="Month"
          />
        </Card>
      </Specimen>
      <Specimen name="Lines compared" wide>
        <Card title="Seats">
          <SeriesChart
            title="Seats beside the six months before"
            kind="lines"
            labels={months}
            series={[series("These months", 412, 18), series("The months before", 365, 8)]}
            format={whole}
            head="Month"
            height={180}
          />
        </Card>
      </Specimen>
      <Specimen name="Ranking">
        <Card title="Largest customers">
          <RankedBars
            title="Revenue by customer"
            heads={["Customer", "Revenue"]}
            bars={[
              { id: "1", name: "Acme Dental", value: 912000, note: "18%" },
              {
                id: "2",
                name: "Blue Anchor Legal, London, Bristol and Newcastle upon Tyne",
                value: 604000,
                note: "12%",
              },
              { id: "3", name: "Cobalt Architects", value: 0, note: "0%" },
            ]}
            rest={{ name: "37 others", value: 3510000 }}
            format={pounds}
          />
        </Card>
      </Specimen>
      <Specimen name="Nothing yet">
        <Card title="Spend">
          <Chart title="No spend" points={none} format={pounds} heads={["Month", "Net spend"]} height={160} />
        </Card>
      </Specimen>
    </Specimens>
  );
}
