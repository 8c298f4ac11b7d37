/** A file in an answer of the gateway. */
interface AnsweredFile {
  name: string;
  type: string;
  /** Its text, or its bytes in base64. */
  text?: string;
  base64?: string;
}

/** Saves a file as a download. */
export function keepFile({ name, type, text, base64 }: AnsweredFile): void {
  const bytes = base64 ? Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)) : (text ?? '');
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
