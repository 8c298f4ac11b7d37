import { Box } from '@mui/material';
import { type FormEvent, type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import {
  DateInput,
  FilterFormBase,
  SearchInput,
  SelectInput,
  TextInput,
  useFilterContext,
  useListContext,
} from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import type { Area } from '../contract/desk/area';

/** Milliseconds after the last keystroke until a filter applies. */
const pauseMs = 250;

/** The fields of the search, the days and the filters of an area. */
export function filtersOf(
  area: Area,
  name: (group: string, name: string) => string,
  t: (key: string) => string,
): ReactElement[] {
  const inputs = [<SearchInput key="q" source="q" alwaysOn placeholder={t('ra.action.search')} />];
  if (area.at)
    inputs.push(
      <DateInput key="since" source="since" label={t('word.since')} alwaysOn parse={asDay} />,
      <DateInput key="until" source="until" label={t('word.until')} alwaysOn parse={asDay} />,
    );
  for (const filter of Object.keys(area.filters)) {
    const field = area.fields[filter];
    const label = name('field', filter);
    const values = field?.values
      ? Object.keys(field.values)
      : field?.kind === 'yes' || yesNo.has(filter)
        ? ['yes', 'no']
        : undefined;
    inputs.push(
      values ? (
        <SelectInput
          key={filter}
          source={filter}
          label={label}
          choices={values.map((id) => ({ id, name: name('value', id) }))}
          translateChoice={false}
        />
      ) : (
        <TextInput key={filter} source={filter} label={label} />
      ),
    );
  }
  return inputs;
}

/** Filters that are asked with yes or no, and are no field. */
const yesNo = new Set(['unsent', 'locked', 'good', 'unread', 'ended', 'owing', 'unusual']);

const asDay = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '').slice(0, 10);

type Values = Record<string, unknown>;

/** Changes of a list's filters that it does not show yet: fields that are being typed, and all filters as of the latest change. */
export interface PendingFilters {
  typed: Values;
  filters?: Values | undefined;
}

/** Changes the filters of a list, starting from those of the latest change: a slow page may not show them yet. */
export function useChangeFilters(pending: RefObject<PendingFilters>) {
  const { filterValues, setFilters } = useListContext();
  return (change: (filters: Values) => Values = (filters) => filters) => {
    const { typed, filters = filterValues } = pending.current;
    const next = change({ ...filters, ...typed });
    pending.current = { typed: {}, filters: next };
    setFilters(next);
  };
}

/**
 * The form of the filters. A field that is typed is added to the filters of that moment. The form of react-admin would send all of its fields:
 * if somebody chose a view at about the same time, the list had the filters of the view before, too.
 */
export function Filters({ pending }: { pending: RefObject<PendingFilters> }) {
  const inputs = useFilterContext() ?? [];
  const { filterValues } = useListContext();
  const change = useChangeFilters(pending);
  const now = useRef(change);
  useLayoutEffect(() => {
    now.current = change;
  });
  const form = useForm({ mode: 'onChange' });
  const { getValues, reset, watch } = form;
  const timer = useRef<number>(undefined);
  const apply = () => {
    window.clearTimeout(timer.current);
    if (Object.keys(pending.current.typed).length) now.current();
  };
  useEffect(() => {
    const { unsubscribe } = watch((values, { name }) => {
      if (!name) return; // a reset
      pending.current.typed[name] = values[name];
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(apply, pauseMs);
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer.current);
      pending.current = { typed: {} }; // the next area has other filters
    };
  }, [watch]);

  // a change from elsewhere, such as a view, leaves fields alone that are being typed
  const shown = JSON.stringify(filterValues);
  useEffect(() => {
    pending.current.filters = undefined;
    const filters = { ...filterValues, ...pending.current.typed };
    const names = Object.keys(getValues());
    const values = Object.fromEntries(names.map((name) => [name, filters[name] ?? '']));
    if (names.some((name) => (getValues(name) ?? '') !== values[name])) reset(values);
  }, [shown, getValues, reset]);

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        sx={shape}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          apply();
        }}
      >
        <FilterFormBase filters={inputs} />
      </Box>
    </FormProvider>
  );
}

// the same as those of react-admin's own form
const shape = {
  display: 'flex',
  flex: { xs: '0 1 auto', md: '0 1 100%' },
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  width: { xs: '100%', sm: 'auto' },
  minHeight: { sm: 64 },
  pb: 0.5,
  pointerEvents: 'none',
  '& .MuiFormHelperText-root': { display: 'none' },
  '& .RaFilterForm-filterFormInput .MuiFormControl-root': { mt: 1 },
} as const;
