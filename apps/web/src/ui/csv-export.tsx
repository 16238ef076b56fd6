import { useState } from 'react';
import { toCsv, type Column, type CsvFormat } from '@/lib/csv.ts';
import { downloadText } from '@/lib/download.ts';
import { buttonClass } from './button.tsx';
import { DropdownMenu, menuItemClass } from './dropdown-menu.tsx';
import { toast } from './toast.tsx';

const FORMATS = ['spreadsheet', 'program'] as const satisfies readonly CsvFormat[];

const WORDS = {
  ru: {
    download: 'Скачать CSV',
    collecting: (count: number) => `Готовим: ${count}`,
    spreadsheet: { name: 'Для таблицы (Excel)', what: 'Точка с запятой, запятая в числах, слова' },
    program: { name: 'Для программ', what: 'Запятая, точка в числах, коды, даты ISO 8601' },
  },
  en: {
    download: 'Download CSV',
    collecting: (count: number) => `Collecting: ${count}`,
    spreadsheet: { name: 'For spreadsheets (Excel)', what: 'Semicolons, decimal commas, words' },
    program: { name: 'For programs', what: 'Commas, decimal points, codes, ISO 8601 dates' },
  },
} as const;

interface CsvExportProps<Row> {
  columns: readonly Column<Row>[];
  /** Without date and ending. */
  fileName: string;
  /** Reads all rows; tells how many it has as it goes. */
  collect: (onCount: (count: number) => void) => Promise<Row[]>;
  texts: { exported: (count: number) => string; exportFailed: string };
  /** Of the button: that of the screen, English in the operator area. */
  language?: keyof typeof WORDS;
  className?: string;
}

/** A button that hands a table over as a file, in the form for people or for programs. */
export function CsvExport<Row>({ columns, fileName, collect, texts, language = 'ru', className }: CsvExportProps<Row>) {
  const words = WORDS[language];
  const [count, setCount] = useState<number | null>(null);
  const run = async (format: CsvFormat): Promise<void> => {
    if (count !== null) return;
    setCount(0);
    try {
      const rows = await collect(setCount);
      const name = `${fileName}-${new Date().toISOString().slice(0, 10)}.csv`;
      downloadText(await toCsv(columns, rows, format), name, 'text/csv');
      toast.success(texts.exported(rows.length));
    } catch {
      toast.error(texts.exportFailed);
    } finally {
      setCount(null);
    }
  };
  return (
    <DropdownMenu
      trigger={count === null ? words.download : words.collecting(count)}
      className={buttonClass('secondary', 'sm', className)}
    >
      {FORMATS.map((format) => (
        <button key={format} type="button" className={menuItemClass} onClick={() => void run(format)}>
          <span>
            <span className="block text-primary">{words[format].name}</span>
            <span className="block text-xs text-muted">{words[format].what}</span>
          </span>
        </button>
      ))}
    </DropdownMenu>
  );
}
