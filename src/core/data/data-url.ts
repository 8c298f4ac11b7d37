/** A picture as text, as an album takes it, and for storage on the phone. */
export const dataUrl = (picture: Blob) =>
  new Promise<string>((resolve, fail) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(picture);
  });
