/** Milliseconds that a file is kept for the browser to read it. */
const heldMs = 60_000;

/** Saves a file in the phone's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), heldMs);
}
