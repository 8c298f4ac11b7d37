import type { AskGateway } from './native-upload';

/** See `Platform.miniCode`. It comes as a data URL: a canvas that another's picture is drawn on cannot be read any more. */
export async function miniCode(ask: AskGateway): Promise<HTMLImageElement> {
  const { picture } = (await ask('miniCode', {})) as { picture: string };
  return new Promise((settle, fail) => {
    const image = new Image();
    image.onload = () => settle(image);
    image.onerror = () => fail(new Error(''));
    image.src = picture;
  });
}
