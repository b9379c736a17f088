//! Drawings of a number's bits.

use core::fmt;

use crate::field::{Field, Piece};
use crate::layout::Layout;

/// The widest line of a drawing, in characters.
const LINE: usize = 96;

/// A drawing of a number's bits in three rows: where they stand, the bits, and the field that they belong to. `Display` writes it.
///
/// ```text
/// bit 63  62..22                                     21..17      16..12  11..0
///     0   00101010110010110010110110101110011101000  01011       11010   000000000000
///     sign unix_ms                                   datacenter  worker  sequence
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    layout: Layout,
    number: u128,
}

/// A piece of a field with its place in a drawing.
#[derive(Clone, Copy)]
struct Cell {
    field: &'static Field,
    piece: Piece,
}

impl Cell {
    /// The characters of the place: `62..22` or `63`.
    fn place_width(self) -> usize {
        let digits = |number: u32| match number {
            0..=9 => 1_usize,
            10..=99 => 2,
            _ => 3,
        };
        match self.piece.len() {
            1 => digits(self.piece.high()),
            _ => digits(self.piece.high()).saturating_add(2).saturating_add(digits(self.piece.low())),
        }
    }

    fn width(self) -> usize {
        self.place_width().max(self.piece.len() as usize).max(self.field.name().len())
    }

    fn write(self, row: Row, number: u128, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low, len) = (self.piece.high(), self.piece.low(), self.piece.len() as usize);
        let written = match row {
            Row::Place if len == 1 => write!(f, "{high}").map(|()| self.place_width()),
            Row::Place => write!(f, "{high}..{low}").map(|()| self.place_width()),
            Row::Bits => {
                let value = number >> low & crate::field::ones(self.piece.len());
                write!(f, "{value:0len$b}").map(|()| len)
            }
            Row::Name => f.write_str(self.field.name()).map(|()| self.field.name().len()),
        }?;
        // The formatter panics at a width of more than 16 bits.
        let pad = self.width().saturating_sub(written).min(usize::from(u16::MAX));
        write!(f, "{:pad$}", "")
    }
}

#[derive(Clone, Copy)]
enum Row {
    Place,
    Bits,
    Name,
}

impl Diagram {
    pub(crate) const fn new(layout: Layout, number: u128) -> Self {
        Self { layout, number }
    }

    /// The piece that holds the bit below `above`, cut so that no cell is wider than half a line.
    fn cell_below(&self, above: u32) -> Option<Cell> {
        let bit = above.checked_sub(1)?;
        let cells = self
            .layout
            .scheme()
            .fields()
            .iter()
            .flat_map(|field| field.pieces().iter().map(move |piece| Cell { field, piece: *piece }));
        let whole = cells.into_iter().find(|cell| cell.piece.low() <= bit && bit <= cell.piece.high())?;
        let low = whole.piece.low().max(above.saturating_sub(48));
        Some(Cell { piece: Piece::bits(bit, low), ..whole })
    }

    /// How far down a line that begins below `above` reaches.
    fn line_end(&self, above: u32) -> u32 {
        let (mut bit, mut used) = (above, 0_usize);
        while let Some(cell) = self.cell_below(bit) {
            used = used.saturating_add(cell.width()).saturating_add(2);
            if used > LINE && bit != above {
                break;
            }
            bit = cell.piece.low();
        }
        bit
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut above = self.layout.scheme().bits();
        while above > 0 {
            let end = self.line_end(above);
            for row in [Row::Place, Row::Bits, Row::Name] {
                f.write_str(if matches!(row, Row::Place) { "bit " } else { "    " })?;
                let mut bit = above;
                while let Some(cell) = self.cell_below(bit) {
                    cell.write(row, self.number, f)?;
                    bit = cell.piece.low();
                    if bit <= end {
                        break;
                    }
                    f.write_str("  ")?;
                }
                f.write_str("\n")?;
            }
            above = end;
        }
        Ok(())
    }
}
