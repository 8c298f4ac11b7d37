/** See `Platform.miniCode`. It comes as a data URL: a canvas that another's picture is drawn on cannot be read any more. */
export function miniCode(picture: string): Promise<HTMLImageElement> {
  return new Promise((resolve, fail) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => fail(new Error(''));
    image.src = picture;
  });
}
