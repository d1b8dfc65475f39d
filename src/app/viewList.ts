export type ViewId = 'compare' | 'errors' | 'lab' | 'ranking' | 'lessons' | 'data';
export const VIEWS: readonly { id: ViewId; title: string }[] = [
  { id: 'compare', title: 'Compare' },
  { id: 'errors', title: 'Errors' },
  { id: 'lab', title: 'Pair lab' },
  { id: 'ranking', title: 'Ranking' },
  { id: 'lessons', title: 'Lessons' },
  { id: 'data', title: 'Data' },
];
