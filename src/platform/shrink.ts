const quality = 0.85;

const decode = (picture: File) =>
  new Promise<HTMLImageElement>((resolve, fail) => {
    const image = new Image();
    const url = URL.createObjectURL(picture);
    image.onload = () => {
      URL.revokeObjectURL(url);
      resolve(image);
    };
    image.onerror = () => {
      URL.revokeObjectURL(url);
      fail(new Error('not a picture'));
    };
    image.src = url;
  });

/** See `Platform.shrink`. Drawing it again rotates it upright and removes its EXIF data, including the place. */
export async function shrink(picture: File, side: number): Promise<File> {
  try {
    const image = await decode(picture);
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) return picture;
    context.fillStyle = '#fff'; // JPEG has no transparency
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return blob ? new File([blob], picture.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : picture;
  } catch {
    return picture; // the server checks it anyway
  }
}
