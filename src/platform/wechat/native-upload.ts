/** A picture as a data URL, or as WeChat tells it: on iPhones with a type before it, misspelt, and in lines; on Android without. */
export function pictureOf(data: string): File {
  const base64 = data.replace(/^data:[^,]*,/, '').replace(/\s/g, '');
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' });
}

/**
 * Sends a picture to the gateway, where a native page can fetch it. `ticket`: of `GatewayCalls.mediaTicket`. Answers its address, good
 * for an hour; rejects when it is not taken.
 */
export async function sendPicture(ticket: string, picture: string): Promise<string> {
  const body = new FormData();
  body.append('imageFile', pictureOf(picture), 'poster.jpg');
  const headers = { authorization: `Ticket ${ticket}` };
  const response = await fetch('/api/upload/native', { method: 'POST', headers, body });
  const { url } = (await response.json()) as { url?: string };
  if (!url) throw new Error('refused');
  return new URL(url, location.href).href;
}
