/** Checks whether the portals' shared session is for another organisation than this browser's, or an unknown one. */
export function organisationChanged(): boolean {
  const shared = document.cookie.split("organisationId=")[1]?.split(";")[0];
  return Boolean(shared) && shared !== localStorage.getItem("organisationId");
}
