/** A picture from a data URL, or from WeChat's format: on iPhones with a misspelt type before it and line breaks; on Android without. */
export function pictureOf(data: string): File {
  const base64 = data.replace(/^data:[^,]*,/, '').replace(/\s/g, '');
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' });
}

/**
 * Uploads a picture to the gateway, from where a native page can download it. `ticket`: of `GatewayCalls.mediaTicket`. Returns its
 * address, valid for an hour; rejects if it is refused.
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
