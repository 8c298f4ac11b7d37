import { Button, Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

/** A form on a card, with the button that saves it. */
export function FormCard({ busy, save, children }: { busy: boolean; save(): void; children: ReactNode }) {
  const t = useTranslate();
  return (
    <Card>
      <CardContent
        component="form"
        noValidate
        onSubmit={(event: { preventDefault(): void }) => {
          event.preventDefault();
          save();
        }}
      >
        {children}
        <Button type="submit" variant="contained" disabled={busy} sx={{ mt: 1 }}>
          {t('ra.action.save')}
        </Button>
      </CardContent>
    </Card>
  );
}
