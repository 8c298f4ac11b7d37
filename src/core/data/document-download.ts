import type { DocumentAddress } from '../../contract/money/documents';
import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import { Failure } from '../http/failure';
import { fileAddress } from '../http/file-address';
import { useInFlight } from './in-flight';
import { fetchOrThrow } from './query';

/**
 * Saves a document on the phone. Where a page cannot save files, as inside WeChat, its address is copied instead, to open it in a
 * browser. `pending`: the input of the document on its way. The screen loads the bundle `statement`.
 */
export function useDocumentDownload<I extends object>(call: Call<I, DocumentAddress>) {
  const { open, platform, send, t, toasts, wire } = useApp();
  const { pending, run } = useInFlight<Given<I>>();

  const download = (input: Given<I>) =>
    run(
      async (start) => {
        start(input);
        const { url, name } = await fetchOrThrow(send, call, input, 'refresh');
        const address = fileAddress(wire, url);
        if (!platform.saveFile) {
          const copied = await platform.copy?.(new URL(address, platform.origin).href);
          toasts.show(t(copied ? 'statement.copied' : 'statement.notCopied'));
          return;
        }
        const file = await open(address).then(
          (response) => (response.ok ? response.blob() : undefined),
          () => undefined,
        );
        if (!file) throw new Failure('refused', t('common.failures.offline'));
        await platform.saveFile(file, name);
      },
      (failure) => {
        if (failure.kind === 'refused') toasts.show(failure.message); // `send` has shown any other
      },
    );
  return { pending, download };
}
