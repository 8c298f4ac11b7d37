/** Where the accounts of the short-video platform are asked for, and the key to it. */
export interface ShortVideoSettings {
  api: string;
  key: string;
}

/** Nothing when neither variable is set; a mistake when only one is, or the address is none. */
export function readShortVideo(
  env: Record<string, string | undefined>,
  mistakes: string[],
): ShortVideoSettings | undefined {
  const api = env.SHORT_VIDEO_API_URL?.trim().replace(/\/+$/, '');
  const key = env.SHORT_VIDEO_API_KEY?.trim();
  if (!api && !key) return;
  if (!api || !key) mistakes.push('SHORT_VIDEO_API_URL and SHORT_VIDEO_API_KEY go together');
  if (api && !/^https?:\/\/[^/\s]+/.test(api))
    mistakes.push('SHORT_VIDEO_API_URL must be an http or https address');
  return { api: api ?? '', key: key ?? '' };
}
