import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import { load } from '../kernel/load';

/** A font with the letters of all our languages, read once: 8 MB, of which a document contains the glyphs that it uses. */
let font: Promise<Buffer> | undefined;
const readFont = () =>
  (font ??= readFile(
    path.join(path.dirname(load.resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Regular.otf'),
  ));

/** Points (1/72 inch) of an A4 page. */
const margin = 44;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 20;
/** Points between two lines of a size. */
const leading = (size: number) => size * 1.5;

const ink = '#16201c';
const quiet = '#5b6660';

interface Column {
  title: string;
  /** Of the width of the page. */
  share: number;
  right?: boolean;
}

interface Line {
  size?: number;
  color?: string;
  /** Points above it. */
  above?: number;
}

/** A document of A4 pages. Its text can be selected, copied and searched. Other requests have their turn between two pages. */
export interface Paper {
  /** A line of text, which wraps. */
  line(text: string, how?: Line): Promise<void>;
  /** A name at the left and its value at the right; `strong`: as a sum. */
  pair(name: string, value: string, strong?: boolean): Promise<void>;
  rule(): void;
  /** The head of a table, repeated on the pages that follow. Cells are cut to the width of their columns. */
  table(columns: Column[]): { row(cells: string[]): Promise<void> };
  end(): Promise<Buffer>;
}

/** Where the next line is drawn, and the pages. */
interface Pen {
  pdf: PDFKit.PDFDocument;
  /** Draws at the current height, without moving on. */
  put(text: string, x: number, size: number, color: string, how: PDFKit.Mixins.TextOptions): void;
  /** Moves down by some points. */
  down(points: number): void;
  /** Makes room for the next line, on a new page if this one is full. */
  need(height: number): Promise<void>;
  rule(): void;
  /** Draws something now, and at the beginning of each page that follows. */
  repeat(head: () => void): void;
  foot(): void;
}

function penOn(pdf: PDFKit.PDFDocument, footer: (page: number) => string): Pen {
  let page = 1;
  let y = margin;
  let head: (() => void) | undefined;
  const put: Pen['put'] = (text, x, size, color, how) => {
    pdf.fontSize(size).fillColor(color).text(text, x, y, how);
  };
  const foot = () => {
    const at = y;
    y = bottom + 12;
    put(footer(page), margin, 8, quiet, { width, lineBreak: false });
    y = at;
  };
  return {
    pdf,
    put,
    foot,
    down(points) {
      y += points;
    },
    async need(height) {
      if (y + height <= bottom) return;
      foot();
      pdf.addPage();
      page++;
      y = margin;
      head?.();
      await setImmediate();
    },
    rule() {
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .strokeColor('#c8d0cb')
        .stroke();
      y += 6;
    },
    repeat(draw) {
      head = draw;
      draw();
    },
  };
}

/** Points of the text of tables, and of a row. */
const cellSize = 8.5;
const rowHeight = leading(cellSize) + 3;

function tableOf({ pdf, put, down, need, rule, repeat }: Pen, columns: Column[]) {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const cells = (texts: string[], color: string) => {
    let x = margin;
    for (const [at, { share, right }] of columns.entries()) {
      const wide = (share / all) * width;
      put(fit(pdf, texts[at] ?? '', wide - 8), x, cellSize, color, {
        width: wide - (at < columns.length - 1 ? 8 : 0),
        lineBreak: false,
        ...(right && { align: 'right' }),
      });
      x += wide;
    }
    down(rowHeight);
  };
  repeat(() => {
    cells(
      columns.map(({ title }) => title),
      quiet,
    );
    rule();
  });
  return {
    async row(texts: string[]) {
      await need(rowHeight);
      cells(texts, ink);
    },
  };
}

/** `footer`: the line at the end of each page, by its number from 1. */
export async function newPaper({
  title,
  lang,
  footer,
}: {
  title: string;
  lang: string;
  footer(page: number): string;
}): Promise<Paper> {
  const Document = load('pdfkit') as typeof PDFDocument;
  const pdf = new Document({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 0 }, // it would add pages of its own
    font: (await readFont()) as unknown as string, // pdfkit takes the bytes of a font, too
    lang,
    displayTitle: true,
    info: { Title: title, Creator: 'Cloudphone', Producer: 'Cloudphone' },
  });
  const bytes: Buffer[] = [];
  pdf.on('data', (part: Buffer) => bytes.push(part));
  const pen = penOn(pdf, footer);
  const { put, down, need } = pen;
  return {
    async line(text, { size = 10, color = ink, above = 0 } = {}) {
      const height = pdf.fontSize(size).heightOfString(text, { width });
      await need(above + height);
      down(above);
      put(text, margin, size, color, { width });
      down(Math.max(height, leading(size)));
    },
    async pair(name, value, strong) {
      const size = strong ? 13 : 10;
      const half = width / 2 - 8;
      const tall = (text: string) => pdf.fontSize(size).heightOfString(text, { width: half });
      const height = Math.max(tall(name), tall(value), leading(size));
      await need(height + 4);
      put(name, margin, size, strong ? ink : quiet, { width: half });
      put(value, margin + half + 16, size, ink, { width: half, align: 'right' });
      down(height + 4);
    },
    rule: pen.rule,
    table: (columns) => tableOf(pen, columns),
    async end() {
      pen.foot();
      const ended = once(pdf, 'end');
      pdf.end();
      await ended;
      return Buffer.concat(bytes);
    },
  };
}

/** A text cut to a width in points, with an ellipsis. */
function fit(pdf: PDFKit.PDFDocument, text: string, wide: number): string {
  pdf.fontSize(cellSize);
  if (pdf.widthOfString(text) <= wide) return text;
  const letters = [...text];
  while (letters.length && pdf.widthOfString(`${letters.join('')}…`) > wide) letters.pop();
  return `${letters.join('')}…`;
}
