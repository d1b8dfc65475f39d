import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { Failure } from '../../failure.ts';
import { toCell } from './jsonl.ts';
import type { Table } from './table.ts';

/**
 * A parquet file with flat columns (Hugging Face data sets). `line` is the 1-based row. Float32 columns keep
 * the value that is stored: 3.8 comes back as 3.799999952316284.
 * @throws Failure `unreadable` for a damaged file or a compression other than snappy.
 */
export async function parquetTable(bytes: Uint8Array, file: string): Promise<Table> {
  const buffer = bytes.slice().buffer;
  const source = {
    byteLength: buffer.byteLength,
    slice: (start: number, end?: number) => Promise.resolve(buffer.slice(start, end)),
  };
  try {
    const metadata = await parquetMetadataAsync(source);
    const columns = parquetSchema(metadata).children.map((child) => child.element.name);
    const objects = await parquetReadObjects({ file: source, metadata });
    if (objects.length !== Number(metadata.num_rows)) {
      throw new Error(`the file announces ${metadata.num_rows} rows and holds ${objects.length}`);
    }
    const rows = objects.map((object, index) => ({
      line: index + 1,
      cells: columns.map((column) => toCell(object[column])),
    }));
    return { file, columns, rows, rejected: [], notes: [], lineCount: rows.length };
  } catch (cause) {
    throw new Failure(
      'unreadable',
      `${file} could not be read as parquet: ${(cause as Error).message}.`,
      'Fetch it again, or convert it to JSON lines or CSV.',
      { cause },
    );
  }
}
