/** Whether the portals share another organisation than this browser's session is for, or one that it does not know yet. */
export function organisationChanged(): boolean {
  const shared = /(?:^|; )organisationId=([^;]+)/.exec(document.cookie)?.[1];
  return shared !== undefined && decodeURIComponent(shared) !== localStorage.getItem("organisationId");
}
