import { type RefObject, useEffect, useRef, useState } from 'react';
import { type OpenedScreen, openScreen } from '../../contract/buying/screens';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { asFailure, type Failure } from '../../core/http/failure';
import { fileAddress } from '../../core/http/file-address';
import { createPauses } from './pauses';

/** Milliseconds between two pictures; between two attempts if there is none; and for which one opening is used. */
const [everyMs, slowMs, openMs] = [1000, 5000, 55_000];

interface Looking {
  opened?: OpenedScreen;
  /** The address of the newest picture, for an `<img>`. */
  picture?: string | undefined;
  /** When it arrived, or was found to be still what the phone shows: ISO 8601. */
  shownAt?: string;
  /** The provider did not deliver the picture after it. */
  isLate?: boolean;
  /** The picture after it has not arrived yet, although one is due every second. */
  isSlow?: boolean;
  /** The gateway's refusal, after which nothing is asked. */
  refusal?: string;
  failure?: Failure;
}

/**
 * The screen of a cloud phone: a new picture every second while the page is visible. Each is requested after the one before it has arrived, so that a slow line gets
 * fewer. `root`: an element of the page. `isLive`: the live picture is shown, so that none is requested. `retry` asks at once.
 */
export function useScreen(
  id: string,
  root: RefObject<HTMLElement | null>,
  isLive: boolean,
): Looking & { retry(): void } {
  const { open, platform, send, wire } = useApp();
  const [looking, setLooking] = useState<Looking>({});
  const goOn = useRef((_opensAnew: boolean) => {});
  const live = useRef(isLive);
  live.current = isLive;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let [picture, tag] = ['', ''];
    const { pause, wake, stop } = createPauses(platform, () => !!root.current?.ownerDocument.hidden);
    let isNew = false;
    goOn.current = (opensAnew) => {
      isNew = isNew || opensAnew;
      wake();
    };
    const show = (more: Looking) => {
      if (!signal.aborted) setLooking((before) => ({ ...before, ...more }));
    };
    const put = (blob?: Blob) => {
      if (picture) URL.revokeObjectURL(picture);
      picture = blob ? URL.createObjectURL(blob) : '';
      if (!blob) tag = '';
    };

    /** Shows pictures from an address until it is no longer valid. */
    async function look(url: string) {
      for (const end = Date.now() + openMs; Date.now() < end && !live.current && !isNew; ) {
        const began = Date.now();
        const slow = setTimeout(() => show({ isSlow: true }), slowMs);
        const response = await open(url, { signal, headers: tag ? { 'If-None-Match': tag } : {} }).finally(
          () => clearTimeout(slow),
        );
        const { status, headers } = response;
        if (status !== 200 && status !== 204 && status !== 304) return;
        if (status === 200) {
          put(await response.blob());
          tag = headers.get('etag') ?? '';
        }
        const isLate = status === 204;
        show({
          ...(picture && { picture, ...(!isLate && { shownAt: new Date().toISOString() }) }),
          isLate,
          isSlow: false,
        });
        await pause(status === 204 ? slowMs : Math.max(0, everyMs - (Date.now() - began)));
      }
    }

    async function run() {
      while (!signal.aborted) {
        let rest = slowMs;
        isNew = false;
        try {
          const answer = await send(openScreen, { id }, { wait: 'never', quiet: true, signal });
          if (!isDone(answer)) return show({ refusal: answer.message });
          if (answer.lack) put();
          if (signal.aborted) return;
          setLooking((before) => ({
            opened: answer,
            ...(answer.url && before.picture && { picture: before.picture }),
            ...(before.shownAt && { shownAt: before.shownAt }),
            ...(answer.url && before.isLate && { isLate: true }),
          }));
          if (answer.lack === 'none') return;
          if (answer.url && !live.current) {
            await look(fileAddress(wire, answer.url));
            rest = isNew ? 0 : everyMs;
          }
          if (answer.url && live.current) {
            put();
            show({ picture: undefined, isLate: false });
            rest = openMs;
          }
        } catch (error) {
          const failure = asFailure(error);
          if (failure.kind === 'aborted' || failure.kind === 'expired') return;
          show({ failure });
        }
        await pause(rest);
      }
    }
    void run();
    return () => {
      controller.abort();
      stop();
      put();
    };
  }, [id]);
  useEffect(() => goOn.current(false), [isLive]);
  return { ...looking, retry: () => goOn.current(true) };
}
