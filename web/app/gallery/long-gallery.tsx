import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SanitisedHtml } from "../../shared/schema/sanitised-html.tsx";
import { Row, Specimen, Specimens } from "./specimen.tsx";

const answer = `{
  "Succeed": true,
  "Result": { "Instance": "3f0c2c1e-6f37-4c0e-8a1e-5d0c7b2f9a10", "Tenant": "acme.onmicrosoft.com", "Seats": 12 }
}`;
const written = `<p>Changes show <strong>within an hour</strong>.</p>
<ul><li>Open <a href="https://docs.example/mail">the guide</a>.</li><li>Ask the vendor.</li></ul>
<script>alert(1)</script><img src="x" onerror="alert(2)">`;

/** Shows components for long waits and long texts: progress, pagination, code and third-party texts. */
export function LongGallery() {
  const [page, setPage] = useState(4);
  const [done, setDone] = useState(12);
  return (
    <Specimens>
      <Specimen name="Progress">
        <ProgressBar label="Suspending customers" done={done / 40} note={`${done} of 40 customers`} />
        <ProgressBar label="Reading the price list" />
        <Row>
          <Button size="small" onClick={() => setDone(Math.min(40, done + 4))}>
            Go on
          </Button>
          <Button size="small" variant="light" onClick={() => setDone(0)}>
            Start again
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Pages">
        <Pagination label="Pages of the document" page={page} pages={12} onPage={setPage} />
        <Pagination label="Pages while loading" page={1} pages={3} onPage={setPage} disabled />
      </Specimen>
      <Specimen name="Code">
        <CodeBlock label="Answer of the vendor" text={answer} />
        <CodeBlock label="Key" text="JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP" copied="JBSWY3DPEHPK3PXP" wrap />
      </Specimen>
      <Specimen name="Texts of others">
        <Card title="Cleaned before it is shown">
          <SanitisedHtml html={written} />
        </Card>
        <p className="text-muted">
          Amounts in a text keep together: <MoneyText value={{ Minor: "123450", Currency: "GBP" }} />.
        </p>
      </Specimen>
    </Specimens>
  );
}
