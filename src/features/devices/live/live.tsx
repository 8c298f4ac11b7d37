import { css } from 'goober';
import { useRef, useState } from 'react';
import { useApp } from '../../../core/app';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/display/icon';
import { backIcon, homeKeyIcon, recentKeyIcon, renewIcon } from '../../../ui/display/icons';
import { OnDemand } from '../../../ui/layout/on-demand';
import { input, quiet } from '../../../ui/styles';
import { frame } from '../frame';
import * as devices from '../routes';
import { askClipboard, keys, press, rotate, type } from './controls';
import { surface } from './surface';
import { type LiveProps, useLive } from './use-live';

/* Buttons below the picture, and the text that is typed. */
const pad = css`
  display: flex;
  flex-wrap: wrap;
  max-width: 480px;
  margin: 4px auto 0;
  & > * {
    flex: 1 1 4em;
    min-width: min-content;
    margin: 4px;
  }
  & > input {
    flex: 3 1 9em;
    min-width: 0;
  }
  & > [data-kind='quiet'] {
    flex-basis: 100%;
  }
  & > button > svg {
    margin: 0;
  }
`;
/** The keys with their signs. */
const phoneKeys = { back: backIcon, home: homeKeyIcon, recent: recentKeyIcon };
/** Characters that are sent at a time. */
const longest = 4000;

/** The live picture of a cloud phone, which the member controls by touch and by keys unless it is read-only. */
export default function Live(props: LiveProps) {
  const { platform, t, toasts } = useApp();
  const { name, readOnly, still } = props;
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const clipboard = (copied: string) => {
    if (!copied) return toasts.show(t('live.empty'));
    setText(copied.slice(0, longest));
    void platform.copy?.(copied).then((isCopied) => isCopied && toasts.show(t('live.copied')));
  };
  const [isRecording, setRecording] = useState(false);
  const { phase, line, size, control, record, start } = useLive(props, box, clipboard);
  const sizeNow = useRef(size);
  sizeNow.current = size;
  const [touches] = useState(() => surface(() => sizeNow.current, control));
  const isLive = phase === 'live';
  const isWide = size.width > size.height;
  const waits = phase === 'taken' ? 'take' : phase === 'paused' ? 'continue' : undefined;
  return (
    <>
      <div
        className={frame}
        style={
          { '--high': `${(size.height / size.width) * 100}%`, ...(isWide && { maxWidth: 640 }) } as object
        }
      >
        <div ref={box} />
        {phase === 'connecting' && still && <img src={still} alt={t('device-detail.screen', { name })} />}
        {isLive && readOnly ? null : isLive ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of a keyboard
          <div role="application" aria-label={t('live.control', { name })} tabIndex={0} {...touches} />
        ) : (
          <p role="status">
            {t(`live.${phase}`)}
            {waits && (
              <>
                <br />
                <Button kind="primary" small onClick={start}>
                  {t(`live.${waits}`)}
                </Button>
              </>
            )}
          </p>
        )}
      </div>
      {isLive && (
        <p className={quiet} style={{ textAlign: 'center' }}>
          {t(line.isSlow ? 'live.slow' : 'live.live')}
          {line.latency !== undefined && ` · ${line.latency} ms`}
        </p>
      )}
      {isRecording ? (
        <OnDemand
          of={devices.recorder}
          give={{ name, size, record, onClose: () => setRecording(false) }}
          onLost={() => setRecording(false)}
        />
      ) : isLive && platform.saveFile && !platform.guest ? (
        <div style={{ textAlign: 'center' }}>
          <Button kind="quiet" small onClick={() => setRecording(true)}>
            {t('live.record')}
          </Button>
        </div>
      ) : null}
      {!readOnly && <Pad control={control} isLive={isLive} text={text} setText={setText} />}
    </>
  );
}

/** The keys beside the screen of a phone, and what types on it. */
function Pad({
  control,
  isLive,
  text,
  setText,
}: {
  control(...messages: ArrayBuffer[]): void;
  isLive: boolean;
  /** The text that is typed next. */
  text: string;
  setText(text: string): void;
}) {
  const { t } = useApp();
  return (
    <>
      <div className={pad}>
        {(Object.keys(phoneKeys) as (keyof typeof phoneKeys)[]).map((key) => (
          <Button
            key={key}
            small
            aria-label={t(`live.${key}`)}
            disabled={!isLive}
            onClick={() => control(...press(keys[key]))}
          >
            <Icon of={phoneKeys[key]} />
          </Button>
        ))}
        <Button small aria-label={t('live.rotate')} disabled={!isLive} onClick={() => control(rotate())}>
          <Icon of={renewIcon} />
        </Button>
      </div>
      <form
        className={pad}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLive || !text) return;
          control(type(text));
          setText('');
        }}
      >
        <input
          className={input}
          aria-label={t('live.text')}
          placeholder={t('live.text')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={longest}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button small type="submit" disabled={!isLive || !text}>
          {t('live.send')}
        </Button>
        <Button kind="quiet" small disabled={!isLive} onClick={() => control(askClipboard())}>
          {t('live.copy')}
        </Button>
      </form>
    </>
  );
}
