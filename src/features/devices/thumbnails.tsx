import { type Signal, signal } from '@preact/signals';
import { css } from 'goober';
import { createElement, useEffect, useRef } from 'react';
import { listThumbnails, mostThumbnails, type Thumbnail } from '../../contract/buying/screens';
import { type App, useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { Icon } from '../../ui/display/icon';
import { screenIcon } from '../../ui/display/icons';
import * as devices from './routes';
import type { Thumbnails } from './use-thumbnails';

/** Milliseconds between two requests for the same thumbnails, and before the first one for those that have just come into view. */
const [everyMs, soonMs] = [10_000, 150];

const frame = css`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 54px;
  height: 96px;
  margin-right: 12px;
  overflow: hidden;
  border-radius: calc(var(--cp-round) * 8 / 16);
  background: #0a1a2a;
  color: #fff;
  & > img {
    width: 54px;
    height: 96px;
    object-fit: cover;
  }
  i& {
    width: 36px;
    height: 64px;
    margin-right: 0;
  }
  i& > img {
    width: 36px;
    height: 64px;
  }
`;

/** Chrome reports whether the member saves data. */
interface Line {
  saveData?: boolean;
}

interface Seeing {
  picture: Signal<Thumbnail | undefined>;
  /** Observes whether it is in view, until the function that it returns is called. */
  watch(element: HTMLElement): () => void;
}

/**
 * Thumbnails of cloud phones. One request every ten seconds asks for all that are in view; none while the page is hidden, without a
 * connection, or if the member saves data.
 */
export default function createThumbnails({ platform, send, state }: App): Thumbnails {
  const seen = new Map<string, Signal<Thumbnail | undefined>>();
  const inView = new Map<HTMLElement, string>();
  const names = new Map<Element, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let stopped = false;

  const pictureOf = (id: string) => {
    const picture = seen.get(id) ?? signal(undefined);
    seen.set(id, picture);
    return picture;
  };
  const after = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void ask(), ms);
  };
  const mayAsk = ([element]: HTMLElement[]) => {
    const { hidden, defaultView } = element?.ownerDocument ?? {};
    const { connection } = (defaultView?.navigator ?? {}) as { connection?: Line };
    return !hidden && !connection?.saveData && state.online.peek();
  };
  async function ask() {
    if (asking || !inView.size || !mayAsk([...inView.keys()])) return after(everyMs);
    asking = true;
    const ids = [...new Set(inView.values())].slice(0, mostThumbnails);
    const machines = ids.map((id) => ({ id, tag: pictureOf(id).peek()?.tag }));
    const answer = await send(listThumbnails, { machines }, { wait: 'never', quiet: true }).then(
      (answer) => answer,
      () => undefined, // the next request asks again
    );
    asking = false;
    if (answer && isDone(answer))
      for (const { id, tag, image } of answer.items) {
        const picture = pictureOf(id);
        if (image || !tag) picture.value = image ? { id, image, ...(tag && { tag }) } : undefined;
      }
    after(everyMs);
  }

  const observer =
    typeof IntersectionObserver === 'undefined'
      ? undefined
      : new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries)
            if (isIntersecting) come(target as HTMLElement);
            else inView.delete(target as HTMLElement);
        });
  const come = (element: HTMLElement) => {
    const id = names.get(element);
    if (id === undefined || inView.has(element)) return;
    inView.set(element, id);
    if (!pictureOf(id).peek()) after(soonMs);
  };
  const ignoreShow = platform.onShow(() => after(soonMs));

  return {
    draw: ({ id, name, screen }, as) => {
      if (!screen) return null;
      const watch = (element: HTMLElement) => {
        names.set(element, id);
        if (observer) observer.observe(element);
        else come(element);
        return () => {
          observer?.unobserve(element);
          names.delete(element);
          inView.delete(element);
        };
      };
      return <One id={id} name={name} as={as} picture={pictureOf(id)} watch={watch} />;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      observer?.disconnect();
      ignoreShow();
    },
  };
}

function One({
  id,
  name,
  as,
  picture,
  watch,
}: Seeing & { id: string; name: string; as: 'link' | 'picture' }) {
  const { nav, t } = useApp();
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? watch(element.current) : undefined), [id]);
  const image = picture.value?.image;
  return createElement(
    as === 'link' ? 'a' : 'i',
    {
      ref: element,
      className: frame,
      ...(as === 'link' && {
        'aria-label': t('device-detail.screen', { name }),
        ...nav.link(devices.screen, { id }),
      }),
    },
    image ? <img src={`data:image/jpeg;base64,${image}`} alt="" /> : <Icon of={screenIcon} size={24} />,
  );
}
