/** See `Platform.sharePicture`. */
export async function sharePicture(picture: File, title: string): Promise<boolean> {
  const given = { files: [picture], title };
  if (!navigator.canShare?.(given)) return false;
  return navigator.share(given).then(
    () => true,
    (error: Error) => error.name === 'AbortError', // the member canceled: nothing else should be offered
  );
}
