/** Reads a file as base64, as calls carry files. */
export async function readAsBase64(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("This file could not be read. Choose it again."));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}
