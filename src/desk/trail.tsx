import { useState } from 'react';
import type { Item } from './api';
import { Answered, time, useAnswer, usePage } from './show';

/** What was done at the desk, the newest first. */
export function Trail() {
  const { t, language } = usePage();
  const [before, setBefore] = useState<number>();
  const answer = useAnswer(before ? `trail?before=${before}` : 'trail');
  return (
    <Answered of={answer}>
      {({ items }) => (
        <>
          <table>
            <tbody>
              {items.map((row: Item) => (
                <tr key={row.number}>
                  <td>{time(row.at, language)}</td>
                  <td>{row.by}</td>
                  <td>
                    {row.action} <small>{row.target}</small>
                  </td>
                  <td>
                    {row.phase} {row.status}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {items.length === 200 && (
            <button type="button" onClick={() => setBefore(items.at(-1)?.number)}>
              {t('older')}
            </button>
          )}
        </>
      )}
    </Answered>
  );
}
