import { isUnavailable } from '../db/unavailable';

/** A line of the log, as far as this file reads it. */
interface Line {
  level: number;
  time: number;
  pid?: number;
  err?: { code?: string; message?: string };
}

interface Kind {
  /** The first line of this kind, without stack and request. */
  first: Line;
  since: number;
  /** Lines that were counted and not written since the last one of this kind. */
  times: number;
  timer: NodeJS.Timeout;
}

interface OutageLog {
  /** Writes a line, or counts it. */
  write(line: string): void;
  /** Writes the counts that are not written yet. */
  end(): void;
}

/** The error of an outage, or of a gateway that turns requests away: what is missing is elsewhere, so that a stack explains nothing. */
const isOutage = (error: NonNullable<Line['err']>) => error.code === 'OVERLOADED' || isUnavailable(error);

/**
 * Keeps an outage from flooding the log, when every request and job fails in the same way. The first error of a kind, which is its level
 * and code, is written without its stack. Those that follow within `every` milliseconds are counted, and written as one line with `times`
 * and `since`. All other lines are written as they are. A failed request still has its line of the call, with its `reqId` and status.
 */
export function createOutageLog(
  write: (line: string) => void,
  { every = 30_000, now = Date.now } = {},
): OutageLog {
  const kinds = new Map<string, Kind>();

  function wait(name: string, first: Line): void {
    const timer = setTimeout(report, every, name).unref();
    kinds.set(name, { first, since: now(), times: 0, timer });
  }

  /** Writes the count of a kind. A kind of which nothing came is over. */
  function report(name: string): void {
    const kind = kinds.get(name);
    kinds.delete(name);
    if (!kind?.times) return;
    const { first, since, times } = kind;
    write(`${JSON.stringify({ ...first, time: now(), times, since })}\n`);
    wait(name, first);
  }

  return {
    write(line) {
      const outage = outageIn(line);
      if (!outage) return write(line);
      const { name, shorter, first } = outage;
      const kind = kinds.get(name);
      if (kind) {
        kind.times++;
        return;
      }
      write(`${JSON.stringify(shorter)}\n`);
      wait(name, first);
    },
    end() {
      for (const [name, { timer }] of [...kinds]) {
        clearTimeout(timer);
        report(name);
      }
      for (const { timer } of kinds.values()) clearTimeout(timer);
      kinds.clear();
    },
  };
}

/** The kind of a line about an outage, and what is written of it; undefined for any other line. */
function outageIn(text: string): { name: string; shorter: Line; first: Line } | undefined {
  if (!text.includes('"err":{')) return; // most lines need no parser
  const line = JSON.parse(text) as Line & { msg?: string; reqId?: string };
  const { code, message } = line.err ?? {};
  if (!line.err || !isOutage(line.err)) return;
  const err = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
  const { reqId: _, ...first } = { ...line, err };
  return { name: `${line.level} ${code ?? message}`, shorter: { ...line, err }, first };
}
