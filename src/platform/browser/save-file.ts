/** Milliseconds that a file is held for the browser to take it. */
const heldMs = 60_000;

/** Puts a file among the phone's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), heldMs);
}
