import { useEffect, useRef, useState } from 'react';
import { downloadVideo, getVideo, queryVideosList, type Video } from '../../contract/video/videos';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { asFailure } from '../../core/http/failure';
import { fetchFile } from '../../core/http/fetch-file';
import { fileAddress } from '../../core/http/file-address';

export interface Download {
  /** The video that is being saved, or was saved. */
  state:
    | { id: string; phase: 'running'; percent: number }
    | { id: string; phase: 'done' | 'failed' | 'stopped' | 'copied' | 'notCopied' }
    | undefined;
  save(video: Pick<Video, 'id'>): Promise<void>;
  stop(): void;
}

/**
 * Saves a video to the phone, until success or a clear failure (spec §8). If a page cannot save files, as inside WeChat, the address is
 * copied instead, to open it in a browser.
 */
export function useDownload(): Download {
  const { open, platform, queries, send, wire } = useApp();
  const [state, setState] = useState<Download['state']>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function save({ id }: Pick<Video, 'id'>) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ id, phase: 'running', percent: 0 });
    try {
      const { url, name, size } = await fetchOrThrow(send, downloadVideo, { id }, 'refresh');
      const address = fileAddress(wire, url);
      if (platform.saveVideo) {
        const saved = await platform.saveVideo(new URL(address, platform.origin).href).catch(() => false);
        return setState({ id, phase: saved ? 'done' : 'failed' });
      }
      if (!platform.saveFile) {
        const copied = await platform.copy?.(new URL(address, platform.origin).href);
        setState({ id, phase: copied ? 'copied' : 'notCopied' });
        return;
      }
      const file = await fetchFile(open, address, {
        size,
        signal: controller.signal,
        onProgress: (percent) => setState({ id, phase: 'running', percent }),
      });
      const saved = await platform.saveFile(file, name).then(
        () => true,
        () => false, // the code that saves it could not be loaded
      );
      setState({ id, phase: saved ? 'done' : 'failed' });
      if (saved) queries.changed(queryVideosList, getVideo);
    } catch (error) {
      setState({ id, phase: asFailure(error).kind === 'aborted' ? 'stopped' : 'failed' });
    } finally {
      running.current = undefined;
    }
  }
  return { state, save, stop: () => running.current?.abort() };
}
