// Give a picture, if there is one, a width that grows with the text beside it.
const scaledWithText = (picture) => {
  if (picture) picture.style.width = `${parseFloat(picture.style.width) / 16}rem`;
  return picture;
};

// Draw the states of a search for a plan: the places of pieces at a step follow from the moves on the path to its node.
SCENES.pieces = (svg, data) => {
  const { pieces } = data, { show, fits, home } = piecesBoard(svg, data);

  // The places of all pieces after moves, from the start or from the places of a goal; a move that names no piece moves the piece at
  // its place, or the only piece that can make it.
  const placesAfter = (moves) => {
    const at = pieces.map(([, row, column]) => [row, column]);
    let last = -1;
    for (const { places, piece: [named] = [-1], by, at: from } of moves) {
      for (let i = 0; i < Math.min((places ?? []).length, 2 * at.length); i++) at[i >> 1][i & 1] = places[i];
      if (!by) continue;
      const isIt = (i) => from ? at[i][0] === from[0] && at[i][1] === from[1] : fits(at, i, by);
      const piece = named >= 0 ? named : pieces.findIndex((_, i) => isIt(i));
      if (!(piece in at)) continue;
      at[piece] = [at[piece][0] + by[0], at[piece][1] + by[1]];
      last = piece;
    }
    return { at, last };
  };

  let shown = [];
  return {
    show({ moves, marks, tone }) {
      const { at, last } = placesAfter(moves);
      shown = at;
      show(at, marks.by || tone === "good" ? last : -1);
    },
    legend: [],
    goal: scaledWithText(goalPicture(data)),
    names: { decision: "move" },
    words: () => {
      const placed = (place, piece) => `${pieces[piece][0]} at ${cellsInWords(pieces[piece], place)}`;
      const right = [...home].filter(([piece, [row, column]]) => shown[piece][0] === row && shown[piece][1] === column).length;
      const pieceWord = pieces.length === 1 ? "piece" : "pieces";
      const list = pieces.length > 40 ? "" : `: ${shown.map(placed).join("; ")}`;
      return `${pieces.length} ${pieceWord}, ${right} of ${home.size} in their places${list}`;
    },
  };
};
