/** What nobody would expect who has read the description of the API: said by {@link expectDescribedAnswers}. */
export const undescribed: string[] = [];
