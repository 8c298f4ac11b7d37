import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';

export const RecordLink = ({ area, of, children }: { area: string; of: string; children?: string }) => (
  <MuiLink
    component={Link}
    to={`/${area}/${encodeURIComponent(of)}/show`}
    onClick={(event: { stopPropagation(): void }) => event.stopPropagation()}
  >
    {children ?? of}
  </MuiLink>
);
