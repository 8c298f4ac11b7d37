import type { Download } from '../../core/navigation/download';
import type { AnyRoute } from '../../core/navigation/route';
import type { Screen } from '../../core/navigation/screen';
import type { Bundle } from '../../core/text/i18n';

/** A file with a first screen, as the build writes it (tools/build/landings.mjs). */
interface LandingModule {
  default: unknown;
  landing_: {
    route: AnyRoute;
    /** The messages that it uses, by bundle. */
    words: Partial<Record<Bundle, object>>;
  };
}

interface FirstScreen {
  screen: Screen;
  words: LandingModule['landing_']['words'];
}

/**
 * Loads the first screen from its file. Undefined if it has no such file, or if that cannot be loaded:
 * then it is loaded as every other screen is, whose files may be in the browser's cache.
 */
export async function openLanding(
  download: Download,
  url = window.cloudphone.landing,
): Promise<FirstScreen | undefined> {
  if (!url) return;
  try {
    await download(url);
    const module: LandingModule = await import(url);
    const { route, words } = module.landing_;
    return { screen: { ...route, load: async () => module }, words };
  } catch {
    return; // as described
  }
}
