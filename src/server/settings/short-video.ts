/** The address of the short-video platform, and its key. */
export interface ShortVideoSettings {
  api: string;
  key: string;
}

/** Undefined if neither variable is set; an error if only one is, or if the address is invalid. */
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
