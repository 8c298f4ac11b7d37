import { ChunkError, chunkTimeout, type Download, until } from '../navigation/download';
import type { Screen, ScreenModule } from '../navigation/screen';
import { bundleOf, type I18n } from '../text/i18n';

/** Locates the files of a screen; empty in tests. */
export interface Files {
  of(path: string): Promise<string[]>;
  /** Whether the messages that a screen uses are here already, although the bundles are not. */
  words(path: string): boolean;
}

/**
 * Loads a screen and its messages together; fails with a `ChunkError` after at most 120 s (spec §8, §9). The 60 s of a page apply to its
 * data: every call of a screen has that limit (`requestTimeout`).
 */
export async function loadScreen(
  screen: Screen,
  files: Files,
  download: Download,
  i18n: I18n,
  timeout = chunkTimeout,
): Promise<ScreenModule> {
  const deadline = Date.now() + timeout;
  const code = files
    .of(screen.path)
    .then((urls) => Promise.all(urls.map((url) => download(url))))
    .then(() => screen.load());
  const messages =
    files.words(screen.path) ||
    Promise.all(['common' as const, bundleOf(screen.title), ...screen.also].map(i18n.ready));
  try {
    const [module] = await until(deadline, screen.path, Promise.all([code, messages]));
    return module as ScreenModule;
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError('network', screen.path);
  }
}
