import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AnnouncementsList } from "./announcements-list.tsx";
import { RatingsResults } from "./ratings-results.tsx";
import { WriteAnnouncementDialog } from "./write-announcement-dialog.tsx";

const tabs = [
  { id: "announcements", label: "Announcements" },
  { id: "ratings", label: "Ratings" },
] as const;

/** Manages the marketplace's messages, and shows the ratings. */
export function MessagesScreen() {
  const [tab, setTab] = useState<string>("announcements");
  const [writing, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title="Messages"
        about="Announcements, banners and ratings"
        actions={
          tab === "announcements" && (
            <Button variant="primary" icon="add" onClick={() => setWriting(true)}>
              Write an announcement
            </Button>
          )
        }
      />
      <Tabs label="Messages" tabs={tabs} value={tab} onValue={setTab}>
        {tab === "announcements" ? <AnnouncementsList /> : <RatingsResults />}
      </Tabs>
      {writing && <WriteAnnouncementDialog onClose={() => setWriting(false)} />}
    </>
  );
}
