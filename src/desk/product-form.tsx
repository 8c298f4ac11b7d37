import { Box, Button, Card, CardContent, Slider, Typography } from '@mui/material';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Title, useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useDraft } from './act';
import { ask, type Item, Refused } from './api';
import { FileButton } from './file-button';
import { FormCard } from './form-card';
import { Inputs } from './inputs';
import { useArea } from './list';
import type { DeskProvider } from './provider';
import { inputsOf, problemsOf, type Typed, typedOf, valuesOf } from './schema';

/** The fields of a product or a supplied good, in every language, and its photograph. Only changes are sent. */
export function ThingForm() {
  const area = useArea();
  const t = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const record = useRecordContext<Item & { id: string }>();
  const { act } = useDataProvider<DeskProvider>();
  const action = record && area.actions.change ? 'change' : 'add';
  const rule = area.actions[action]?.input;
  const inputs = inputsOf(rule).filter(({ name }) => name !== 'id');
  const kept: Item = record
    ? {
        ...record,
        name: record.names,
        description: record.descriptions,
        category: record.categoryOf ?? record.category,
      }
    : {};
  const initial: Typed = Object.fromEntries(inputs.map((one) => [one.name, typedOf(one, kept[one.name])]));
  const [typed, setTyped, forget] = useDraft<Typed>(`${area.path}/${record?.id ?? 'new'}/form`, initial);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const all = valuesOf(inputs, typed);
    const before = valuesOf(inputs, initial);
    const values =
      action === 'change'
        ? Object.fromEntries(
            Object.entries(all).filter(
              ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
            ),
          )
        : { ...all, ...(record && { id: record.id }) };
    const wrong = problemsOf(rule, values);
    setProblems(wrong);
    if (busy || Object.keys(wrong).length) return;
    setBusy(true);
    try {
      const answer = await act(area.path, action === 'change' ? (record?.id ?? '') : '', action, values);
      forget();
      notify(answer.waiting ? 'word.proposed' : 'word.done', { type: answer.waiting ? 'info' : 'success' });
      refresh();
      navigate(`/${area.path}/${encodeURIComponent(answer.id ?? record?.id ?? '')}/show`);
    } catch (error) {
      setProblems({ '': (error as Error).message || t('word.lost') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 1, maxWidth: 900 }}>
      <Title title={record ? String(record[area.title] ?? record.id) : t(`make.${area.path}`)} />
      {record && <Photograph area={area.path} id={record.id} now={record.picture?.[0]} />}
      <FormCard busy={busy} save={() => void save()}>
        <Inputs of={inputs} typed={typed} problems={problems} change={setTyped} />
      </FormCard>
    </Box>
  );
}

/** The size of a product's tile. */
const tile = { width: 800, height: 640 };

/** Chooses a photograph and the part of it for the tile: moved by dragging, sized by the slider. */
function Photograph({ area, id, now }: { area: string; id: string; now: string | undefined }) {
  const t = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState({ x: 0.5, y: 0.5 });
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !picture) return;
    const scale = Math.max(tile.width / picture.width, tile.height / picture.height) * zoom;
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.fillStyle = '#fff';
    context.fillRect(0, 0, tile.width, tile.height);
    context.drawImage(picture, (tile.width - width) * at.x, (tile.height - height) * at.y, width, height);
  }, [picture, zoom, at]);
  const choose = async (file: File) => {
    try {
      setPicture(await createImageBitmap(file));
      setZoom(1);
      setAt({ x: 0.5, y: 0.5 });
    } catch {
      notify('word.noPicture', { type: 'error' });
    }
  };
  const send = () =>
    canvas.current?.toBlob(
      async (blob) => {
        if (!blob) return;
        try {
          await ask(
            `${area}/${encodeURIComponent(id)}/picture`,
            new Blob([blob], { type: 'application/octet-stream' }),
          );
          setPicture(undefined);
          notify('word.done', { type: 'success' });
          refresh();
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          notify(error.message || 'word.lost', { type: 'error' });
        }
      },
      'image/jpeg',
      0.92,
    );
  const limited = (value: number) => Math.min(1, Math.max(0, value));
  return (
    <Card>
      <CardContent sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="h6" component="h2">
          {t('field.picture')}
        </Typography>
        {!picture && now && <Box component="img" src={now} alt="" sx={{ width: 200, borderRadius: 1 }} />}
        <FileButton
          label={t('word.choosePicture')}
          accept="image/jpeg,image/png,image/webp"
          choose={choose}
        />
        {picture && (
          <>
            <Crop
              canvas={canvas}
              move={(x, y) => setAt((old) => ({ x: limited(old.x - x), y: limited(old.y - y) }))}
            />
            <Slider
              min={1}
              max={4}
              step={0.05}
              value={zoom}
              aria-label={t('word.zoom')}
              onChange={(_, value) => setZoom(value as number)}
              sx={{ maxWidth: 400 }}
            />
            <Button variant="contained" onClick={send} sx={{ justifySelf: 'start' }}>
              {t('word.usePicture')}
            </Button>
          </>
        )}
      </CardContent>
    </Card>
  );
}

/** The visible part of the photograph; dragging moves it, as a fraction of the hidden part. */
function Crop({
  canvas,
  move,
}: {
  canvas: RefObject<HTMLCanvasElement | null>;
  move(x: number, y: number): void;
}) {
  const t = useTranslate();
  const drag = useRef<{ x: number; y: number } | undefined>(undefined);
  return (
    <Box
      component="canvas"
      ref={canvas}
      {...tile}
      aria-label={t('word.crop')}
      role="img"
      sx={{
        width: '100%',
        maxWidth: 400,
        touchAction: 'none',
        cursor: 'grab',
        border: 1,
        borderColor: 'divider',
      }}
      onPointerDown={(event: React.PointerEvent) => {
        drag.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event: React.PointerEvent) => {
        const from = drag.current;
        if (!from) return;
        drag.current = { x: event.clientX, y: event.clientY };
        move((event.clientX - from.x) / 300, (event.clientY - from.y) / 300);
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    />
  );
}
