import { Button } from '@mui/material';
import { useRef } from 'react';

/** A button that asks for a file. The same file may be chosen again. */
export function FileButton({
  label,
  accept,
  choose,
}: {
  label: string;
  accept: string;
  choose(file: File): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outlined" onClick={() => input.current?.click()} sx={{ justifySelf: 'start' }}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) choose(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
