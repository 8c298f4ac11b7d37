/**
 * The weekdays of 2026 that are off, and the Saturdays and Sundays that are worked, as the State Council announced them on
 * 4 November 2025. Every year's come in November of the year before: `HOLIDAYS` and `WORKDAYS` replace these.
 */
export const holidays =
  '2026-01-01,2026-01-02,2026-02-16,2026-02-17,2026-02-18,2026-02-19,2026-02-20,2026-02-23,2026-04-06,' +
  '2026-05-01,2026-05-04,2026-05-05,2026-06-19,2026-09-25,2026-10-01,2026-10-02,2026-10-05,2026-10-06,2026-10-07';
export const workdays = '2026-01-04,2026-02-14,2026-02-28,2026-05-09,2026-09-20,2026-10-10';
