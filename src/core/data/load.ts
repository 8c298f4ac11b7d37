import { ChunkError, chunkTimeout, type Download, until } from '../navigation/download';
import type { Screen, ScreenModule } from '../navigation/screen';
import { bundleOf, type I18n } from '../text/i18n';

/** Where the files of a screen are; nothing is known of them in tests. */
export interface Files {
  of(path: string): Promise<string[]>;
  /** Resolves once what the screen looks like is known to the page. */
  styles(path: string): Promise<unknown>;
  /** Resolves once what the screen says is here, where that is a file of its own. */
  words(path: string): Promise<void> | undefined;
}

/**
 * A screen and its messages arrive together, or not at all: then it is a `ChunkError`, after 120 s at the latest (spec §8, §9). The
 * 60 s of a page are those of its data: every call of a screen has them (`requestTimeout`).
 */
export async function loadScreen(
  screen: Screen,
  files: Files,
  download: Download,
  i18n: I18n,
  timeout = chunkTimeout,
): Promise<ScreenModule> {
  const deadline = Date.now() + timeout;
  const styles = files.styles(screen.path);
  const code = files
    .of(screen.path)
    .then((urls) => Promise.all(urls.map((url) => download(url))))
    .then(() => screen.load());
  const allMessages = () =>
    Promise.all(['common' as const, bundleOf(screen.title), ...screen.also].map(i18n.ready));
  const messages = files.words(screen.path)?.catch(allMessages) ?? allMessages(); // each by itself, which may be in the browser's cache
  try {
    const [module] = await until(deadline, screen.path, Promise.all([code, messages, styles]));
    return module as ScreenModule;
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError('network', screen.path);
  }
}
