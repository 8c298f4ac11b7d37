/** A file in an answer of the gateway. */
interface AnsweredFile {
  name: string;
  type: string;
  text: string;
}

/** Saves a file as a download. */
export function keepFile({ name, type, text }: AnsweredFile): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
