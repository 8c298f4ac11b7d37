import { useState } from 'react';
import { type EmbedScope, embedFeatures, otherFeatureOf } from '../contract/embed/features';
import { ask, type Item, type Refused } from './api';
import { Field, Form } from './form';
import { Answered, useAnswer, usePage } from './page';

const features = Object.keys(embedFeatures) as (keyof typeof embedFeatures)[];
/** Those of another feature stand at that feature. */
const scopesOf = (feature: keyof typeof embedFeatures) => {
  const scopes: readonly EmbedScope[] = embedFeatures[feature].scopes;
  return scopes.filter((scope) => !otherFeatureOf(scope, feature));
};

/** The partner's name for members, the logo, and the scopes of tokens. */
export function Profile() {
  const answer = useAnswer('');
  return (
    <Answered of={answer}>{(record) => <ProfileForm record={record} reload={answer.reload} />}</Answered>
  );
}

async function sendLogo(partner: string, file: File): Promise<void> {
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  await ask(`of/${partner}/logo`, { picture: btoa(text) });
}

function ProfileForm({ record, reload }: { record: Item; reload(): void }) {
  const { t, name, partner, role } = usePage();
  const [problem, setProblem] = useState('');
  const hasScope = (scope: string) => !record.scopes || record.scopes.includes(scope);
  return (
    <fieldset disabled={role === 'read'}>
      <Form
        submit={t('save')}
        lost={t('lost')}
        done={t('saved')}
        send={async ({ en, zh, ...checked }) => {
          const chosen = features.filter((feature) => checked[`feature ${feature}`]);
          const scopes = chosen.flatMap((feature) =>
            scopesOf(feature).filter((scope) => checked[`scope ${scope}`]),
          );
          const all = chosen.flatMap(scopesOf).length === scopes.length;
          const { zh: _, ...others } = record.name;
          const names = { ...others, en, ...(zh && { zh }) };
          const profile = { name: names, features: chosen, ...(!all && { scopes }) };
          await ask(`of/${partner}/profile`, profile);
          reload();
        }}
      >
        <Field name="en" label={t('company')} value={record.name.en} hint={t('companyHint')} />
        <label>
          {t('companyChinese')}
          <input name="zh" defaultValue={record.name.zh ?? ''} maxLength={60} />
        </label>
        <h2>{t('features')}</h2>
        {features.map((feature) => (
          <fieldset key={feature} className="feature">
            <label className="check">
              <input
                type="checkbox"
                name={`feature ${feature}`}
                defaultChecked={record.features.includes(feature)}
              />
              <span>
                <b>{name(`feature.${feature}`)}</b> <code>{feature}</code>
              </span>
            </label>
            <div className="row scopes">
              {scopesOf(feature).map((scope) => (
                <label key={scope} className="check">
                  <input type="checkbox" name={`scope ${scope}`} defaultChecked={hasScope(scope)} />
                  <code>{scope}</code>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </Form>
      <h2>{t('logo')}</h2>
      {problem && (
        <p className="failed" role="alert">
          {problem}
        </p>
      )}
      {record.logo && <img className="logo" src={record.logo} alt={t('logo')} />}
      <input
        type="file"
        accept="image/*"
        aria-label={t('logo')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          setProblem('');
          if (file)
            sendLogo(partner, file).then(reload, (error: Refused) => setProblem(error.message || t('lost')));
        }}
      />
    </fieldset>
  );
}
