import { type RefObject, useEffect, useRef, useState } from 'react';
import { type OpenedScreen, openScreen } from '../../contract/buying/screens';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { asFailure, type Failure } from '../../core/http/failure';
import { fileAddress } from '../../core/http/file-address';

/** Milliseconds between two pictures; between two attempts if there is none; and for which one opening is used. */
const [everyMs, slowMs, openMs] = [1000, 5000, 55_000];

interface Looking {
  opened?: OpenedScreen;
  /** The address of the newest picture, for an `<img>`. */
  picture?: string;
  /** The provider did not deliver the picture after it. */
  isLate?: boolean;
  /** The gateway's refusal, after which nothing is asked. */
  refusal?: string;
  failure?: Failure;
}

/**
 * The screen of a cloud phone: a new picture every second while the page is visible. Each is requested after the one before it has arrived, so that a slow line gets
 * fewer. `root`: an element of the page. `retry` asks at once.
 */
export function useScreen(id: string, root: RefObject<HTMLElement | null>): Looking & { retry(): void } {
  const { open, platform, send, wire } = useApp();
  const [looking, setLooking] = useState<Looking>({});
  const wake = useRef(() => {});

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let [picture, tag] = ['', ''];
    let stopWaiting = () => {};
    const show = (more: Looking) => {
      if (!signal.aborted) setLooking((before) => ({ ...before, ...more }));
    };
    const put = (blob?: Blob) => {
      if (picture) URL.revokeObjectURL(picture);
      picture = blob ? URL.createObjectURL(blob) : '';
      if (!blob) tag = '';
    };

    /** Resolves after a time, once the page is visible; at once if the page is shown again, is online again, or at `retry`. */
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        const goOn = () => {
          if (root.current?.ownerDocument.hidden) return;
          stopWaiting();
          resolve();
        };
        const timer = setTimeout(goOn, ms);
        const ignore = [platform.onShow(goOn), platform.onOnline(goOn)];
        wake.current = goOn;
        stopWaiting = () => {
          clearTimeout(timer);
          for (const one of ignore) one();
        };
      });

    /** Shows pictures from an address until it is no longer valid. */
    async function look(url: string) {
      for (const end = Date.now() + openMs; Date.now() < end; ) {
        const began = Date.now();
        const response = await open(url, { signal, headers: tag ? { 'If-None-Match': tag } : {} });
        const { status, headers } = response;
        if (status !== 200 && status !== 204 && status !== 304) return;
        if (status === 200) {
          put(await response.blob());
          tag = headers.get('etag') ?? '';
        }
        show({ ...(picture && { picture }), isLate: status === 204 });
        await pause(status === 204 ? slowMs : Math.max(0, everyMs - (Date.now() - began)));
      }
    }

    async function run() {
      while (!signal.aborted) {
        let rest = slowMs;
        try {
          const answer = await send(openScreen, { id }, { wait: 'never', quiet: true, signal });
          if (!isDone(answer)) return show({ refusal: answer.message });
          if (answer.lack) put();
          if (signal.aborted) return;
          setLooking((before) => ({
            opened: answer,
            ...(answer.url && before.picture && { picture: before.picture }),
            ...(answer.url && before.isLate && { isLate: true }),
          }));
          if (answer.lack === 'none') return;
          if (answer.url) {
            await look(fileAddress(wire, answer.url));
            rest = everyMs;
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
      stopWaiting();
      put();
    };
  }, [id]);
  return { ...looking, retry: () => wake.current() };
}
