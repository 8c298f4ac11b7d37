import { css } from 'goober';
import { useEffect, useState } from 'react';
import { useApp } from '../../../core/app';
import { useBusy } from '../../../core/data/busy';
import { useRetry } from '../../../core/data/retry';
import { asFailure, Failure } from '../../../core/http/failure';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Trouble } from '../../../ui/feedback/trouble';
import { quiet } from '../../../ui/styles';

const list = css`
  & p,
  & pre {
    margin: 0 0 12px;
    overflow-wrap: anywhere;
  }
  & pre {
    white-space: pre-wrap;
    font-size: 13px;
  }
  & details {
    border-top: 1px solid var(--cp-line);
  }
  & summary {
    padding: 12px 0;
    overflow-wrap: anywhere;
  }
`;

/** Packages that share their terms, one a line, and the terms. */
interface Terms {
  packages: string[];
  text: string;
}

/** The parts of the file that the build writes (`tools/build/inventory.mjs`): an introduction, and terms between rules. */
function readLicenses(file: string): { intro: string; all: Terms[] } {
  const [intro = '', ...parts] = file.split(/\n\n-{80}\n\n/);
  const all = parts.map((part) => {
    const end = part.indexOf('\n\n');
    return { packages: part.slice(0, end).split('\n'), text: part.slice(end + 2) };
  });
  return { intro, all };
}

function Waiting() {
  useBusy();
  return <Skeleton kind="detail" />;
}

/** `pages/mine/licenses`: the packages inside the app, with their terms behind a tap. */
export default function Licenses() {
  const { open, t } = useApp();
  const [{ file, failure }, setState] = useState<{ file?: string; failure?: Failure }>({});
  const load = () => {
    setState({});
    open('/licenses.txt')
      .then((response) => {
        if (!response.ok) throw new Failure('http', '');
        return response.text();
      })
      .then((file) => setState({ file }))
      .catch((error) => setState({ failure: asFailure(error) }));
  };
  useEffect(load, []);
  useRetry(!!failure, load);
  if (failure) return <Trouble failure={failure} retry={load} />;
  if (file === undefined) return <Waiting />;
  const { intro, all } = readLicenses(file);
  return (
    <article className={list}>
      <p className={quiet}>{t('settings.licensesText')}</p>
      <div lang="en">
        {/* the sentence above is the first of the file too */}
        {intro
          .split('\n\n')
          .slice(1)
          .map((paragraph) => (
            <p key={paragraph} className={quiet}>
              {paragraph}
            </p>
          ))}
        {all.map(({ packages: [first = '', ...others], text }) => (
          <details key={first}>
            <summary>
              {first}
              {others.length > 0 && <span className={quiet}> + {others.length}</span>}
            </summary>
            {others.length > 0 && <pre>{others.join('\n')}</pre>}
            <pre>{text}</pre>
          </details>
        ))}
      </div>
    </article>
  );
}
