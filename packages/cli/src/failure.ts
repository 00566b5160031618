import { ApiError, PvPlanningError } from '@pv-planning/client';

/** The command line or the settings are wrong. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How a command ended that could not do its work. */
export interface Failure {
  /** 1: refused, 2: wrong command line, 3: no answer of the service. */
  exitCode: 1 | 2 | 3;
  error: string;
  message: string;
}

const loginAgain = 'Take a key from the planner and run "pv-planning login", or set PV_PLANNING_KEY.';

/** @throws the error itself if it is a defect of this program */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: 2, error: 'usage', message: error.message };
  if (error instanceof ApiError) {
    const { error: code, status, requestId } = error;
    const message =
      status === 401
        ? `The service does not know this API key. ${loginAgain}`
        : `${error.message}${requestId ? ` (request ${requestId})` : ''}`;
    return { exitCode: 1, error: code, message };
  }
  if (error instanceof PvPlanningError) return { exitCode: 3, error: 'no_answer', message: error.message };
  throw error;
}
