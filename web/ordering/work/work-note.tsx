import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useDraft } from "../../shared/draft.ts";
import { workItemQuery, type WorkPage } from "./work.queries.ts";

/** Notes something for the operator's people, or tells it to the reseller: it says who reads it before it is sent. */
export function WorkNote({ item }: { item: WorkPage }) {
  const queries = useQueryClient();
  const [reader, setReader] = useState<"us" | "reseller">("us");
  const [{ text }, setDraft] = useDraft(`work-note:${item.Id}`, { text: "" });
  const [missing, setMissing] = useState(false);
  const toUs = reader === "us";
  const write = useWrite(workSharing.note, {
    shown: true,
    onDone: (changed, { body }) => {
      queries.setQueryData(workItemQuery(item.Id).queryKey, changed);
      toast(body.For === "us" ? "The note was saved" : `${item.ResellerName} was told`);
      setDraft((now) => (now.text.trim() === body.Text ? { text: "" } : now));
      setMissing(false);
    },
  });
  return (
    <Card title="Note">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(text.trim() === "");
          if (text.trim() !== "")
            write.mutate({ params: { workItemId: item.Id }, body: { For: reader, Text: text.trim() } });
        }}
      >
        <Segmented
          label="Who reads it"
          quietLabel
          value={reader}
          onValue={setReader}
          choices={[
            { value: "us", label: "Internal note" },
            { value: "reseller", label: "To the reseller" },
          ]}
        />
        <TextArea
          label={toUs ? "Internal note" : "Message"}
          hint={
            toUs
              ? "Only our own people read this."
              : `${item.ResellerName} reads this on the page of the order and in its notifications.`
          }
          rows={3}
          maxLength={1000}
          value={text}
          error={missing && text.trim() === "" ? "A text is required" : write.error?.fields["Text"]}
          onChange={({ target }) => setDraft({ text: target.value })}
        />
        {write.error && Object.keys(write.error.fields).length === 0 && (
          <Alert type="error" live>
            {write.error.message}
          </Alert>
        )}
        <div className="flex justify-end max-md:*:flex-1">
          <Button type="submit" busy={write.isPending}>
            {toUs ? "Save note" : "Send to the reseller"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
