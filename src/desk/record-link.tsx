import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';

export const RecordLink = ({ area, of, children }: { area: string; of: string; children?: string }) => (
  <MuiLink
    component={Link}
    to={`/${area}/${encodeURIComponent(of)}/show`}
    sx={{ display: 'inline-block', minHeight: 24, minWidth: 24, lineHeight: '24px' }}
    onClick={(event: { stopPropagation(): void }) => event.stopPropagation()}
  >
    {children ?? of}
  </MuiLink>
);
