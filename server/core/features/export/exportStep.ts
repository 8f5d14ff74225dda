/** Where an export continues: in a trajectory, before a message. Of a comparison, `message` is a row. */
export interface ExportCursor {
  readonly trajectory: number;
  readonly message: number;
}

/** A part of an export, and where the next one begins; null after the last. */
export interface ExportStep {
  readonly text: string;
  readonly next: ExportCursor | null;
}

export const exportStart: ExportCursor = { trajectory: 0, message: 0 };

/** Code units of a part after which it ends. */
export const maxStepLength = 250_000;
