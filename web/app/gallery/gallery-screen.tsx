export function GalleryScreen() {
  return <h1>Gallery</h1>;
}
