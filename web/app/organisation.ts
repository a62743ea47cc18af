/** Whether the portals share another organisation than this browser's session is for, or one that it does not know yet. */
export function organisationChanged(): boolean {
  const shared = document.cookie.split("organisationId=")[1]?.split(";")[0];
  return Boolean(shared) && shared !== localStorage.getItem("organisationId");
}
