import { Failure } from '../../failure.ts';

/** Something in a lesson's file that is not as it should be. */
export interface LessonFault {
  /** 1 for the first; null where it is in no step. */
  step: number | null;
  /** "title", "widget.systems[2]"; empty for the whole. */
  field: string;
  problem: string;
}

/** A lesson's file that can't be shown, with all that is wrong with it. */
export class LessonRefused extends Failure {
  readonly faults: readonly LessonFault[];

  constructor(file: string, faults: readonly LessonFault[]) {
    const [first, ...others] = faults.map((fault) => describeFault(file, fault));
    super(
      'bad-lesson',
      `${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}`,
      'Mend the file and load it again; docs/lessons.md describes every field.',
    );
    this.faults = faults;
  }
}

/** "my.json, step 2, widget.systems[1]: there is no system “sfi”." */
export function describeFault(file: string, { step, field, problem }: LessonFault): string {
  const place = [file, ...(step === null ? [] : [`step ${step}`]), ...(field === '' ? [] : [field])];
  return `${place.join(', ')}: ${problem}.`;
}

/** One object of a lesson's file: reads its fields, and notes what is wrong with them instead of throwing. */
export class Fields {
  private readonly values: Record<string, unknown>;
  private readonly faults: LessonFault[];
  private readonly step: number | null;
  private readonly path: string;

  /** @param known the fields that there are: any other is a slip of the pen, and said to be one; null for any */
  constructor(
    value: unknown,
    known: readonly string[] | null,
    faults: LessonFault[],
    step: number | null = null,
    path = '',
  ) {
    this.faults = faults;
    this.step = step;
    this.path = path;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.values = isObject ? (value as Record<string, unknown>) : {};
    if (!isObject) this.note('', 'is no object ({ … })');
    for (const name of Object.keys(this.values)) {
      if (known && !known.includes(name))
        this.note(name, `there is no such field; there are ${known.join(', ')}`);
    }
  }

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** Faults of the whole file so far. */
  get faultCount(): number {
    return this.faults.length;
  }

  note(field: string, problem: string): void {
    const at = [this.path, field].filter((part) => part !== '').join('.');
    this.faults.push({ step: this.step, field: at, problem });
  }

  within(name: string, known: readonly string[] | null): Fields {
    return new Fields(
      this.values[name],
      known,
      this.faults,
      this.step,
      [this.path, name].filter(Boolean).join('.'),
    );
  }

  /** An object that is an item of a list. */
  item(value: unknown, at: string, known: readonly string[]): Fields {
    return new Fields(value, known, this.faults, this.step, [this.path, at].filter(Boolean).join('.'));
  }

  /** A text, or several that are paragraphs. */
  text(name: string, most: number, value: unknown = this.values[name]): string {
    const text =
      Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join('\n\n') : value;
    if (text === undefined) this.note(name, 'is missing');
    else if (typeof text !== 'string') this.note(name, 'is no text');
    else if (text.trim() === '') this.note(name, 'is empty');
    else if (text.length > most) this.note(name, `has ${text.length} characters; at most ${most} are shown`);
    else return text;
    return '';
  }

  number(
    name: string,
    low: number,
    high: number,
    isWhole: boolean,
    value: unknown = this.values[name],
  ): number {
    const kind = isWhole ? 'whole number' : 'number';
    if (typeof value === 'number' && value >= low && value <= high && (!isWhole || Number.isInteger(value))) {
      return value;
    }
    this.note(name, `is no ${kind} from ${low} to ${high}`);
    return low;
  }

  flag(name: string): boolean {
    const value = this.values[name] ?? false;
    if (typeof value === 'boolean') return value;
    this.note(name, 'is neither true nor false');
    return false;
  }

  choice<T extends string>(name: string, choices: readonly T[], value: unknown = this.values[name]): T {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.note(name, `is none of ${choices.join(', ')}`);
    return found ?? choices[0]!;
  }

  /** @param read gets each item with its place: "systems[2]" is the third */
  list<T>(name: string, fewest: number, most: number, read: (value: unknown, at: string) => T): T[] {
    const value = this.values[name];
    if (value === undefined) {
      if (fewest > 0) this.note(name, 'is missing');
      return [];
    }
    if (!Array.isArray(value)) {
      this.note(name, 'is no list ([ … ])');
      return [];
    }
    if (value.length < fewest || value.length > most) {
      const wanted = fewest === most ? `${most}` : `${fewest} to ${most}`;
      this.note(name, `has ${value.length} items, and not ${wanted}`);
      return [];
    }
    return value.map((item, place) => read(item, `${name}[${place}]`));
  }
}
