import type { AnyRoute } from '../../src/core/navigation/route';
import type { Screen } from '../../src/core/navigation/screen';
import { embedded } from '../../src/features/wallet/screens';
import { screens } from '../../src/shell/navigation/screens';

const all = [...screens, ...embedded];

/** The source that a route loads; a test's own screen loads itself. */
export function screenOf(route: AnyRoute | Screen): Screen {
  const found = 'load' in route ? route : all.find(({ path }) => path === route.path);
  if (!found) throw new Error(`Nothing is listed for ${route.path}`);
  return found;
}
