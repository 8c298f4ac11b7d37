/** See `Platform.miniCode`. It is a data URL, because a canvas with a picture of another origin cannot be read. */
export function miniCode(picture: string): Promise<HTMLImageElement> {
  return new Promise((resolve, fail) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => fail(new Error(''));
    image.src = picture;
  });
}
