import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { inLanguages, keyOf } from '../contract/desk/inputs';
import { useDraft } from './act';
import { ask } from './api';
import { FileButton } from './file-button';
import { FormCard } from './form-card';
import { Inputs } from './inputs';
import { inputsOf, problemsOf, type Typed, valuesOf } from './schema';

const rule = v.object({ titles: inLanguages(80), goods: v.optional(keyOf('supply', 64)) });
const inputs = inputsOf(rule);
/** Bytes that the gateway takes. */
const largest = 64 * 1024 * 1024;

/** A video for members' shops: an MP4 with its titles, and the good that it shows. */
export function VideoForm() {
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [typed, setTyped, forget] = useDraft<Typed>('videos/new/form', {});
  const [file, setFile] = useState<File>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const values = valuesOf(inputs, typed);
    const wrong = problemsOf(rule, values);
    if (!file) wrong[''] = t('word.chooseVideo');
    else if (file.type !== 'video/mp4' || file.size > largest) wrong[''] = t('word.noVideo');
    setProblems(wrong);
    if (!file || busy || Object.keys(wrong).length) return;
    setBusy(true);
    try {
      const { titles = {}, goods } = values as { titles?: Record<string, string>; goods?: string };
      const { id } = await ask(`videos?${new URLSearchParams({ ...titles, ...(goods && { goods }) })}`, file);
      forget();
      notify('word.done', { type: 'success' });
      navigate(`/videos/${encodeURIComponent(id)}/show`);
    } catch (error) {
      setProblems({ '': (error as Error).message || t('word.lost') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ mt: 1, maxWidth: 900 }}>
      <Title title={t('make.videos')} />
      <FormCard busy={busy} save={() => void send()}>
        <FileButton label={t('word.chooseVideo')} accept="video/mp4" choose={setFile} />
        {file && (
          <Typography variant="body2">{`${file.name} · ${Math.ceil(file.size / 1024)} KB`}</Typography>
        )}
        <Inputs of={inputs} typed={typed} problems={problems} change={setTyped} />
      </FormCard>
    </Box>
  );
}
