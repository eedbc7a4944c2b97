"use strict";
(() => {
    const specifications = JSON.parse(document.getElementById("charts").textContent);

    // Draws a chart, `width` pixels wide, from its specification and the rows and signals that stand behind it.
    const draw = async (plot, width) => {
        const {rows, height, signals} = JSON.parse(plot.nextElementSibling.textContent);
        const specification = structuredClone(specifications[plot.dataset.chart]);
        specification.height = height;
        specification.data[0].values = rows;
        for (const signal of specification.signals) {
            signal.value = signals[signal.name] ?? signal.value;
        }
        // Vega says of its container what it is, which the plot has said better.
        const container = document.createElement("div");
        plot.append(container);
        // The interpreter of expressions does without eval, which the page's policy forbids.
        const view = new vega.View(vega.parse(specification, {}, {ast: true}), {
            container: container,
            renderer: "svg",
            expr: vega.expressionInterpreter
        });
        // Names take two fifths of the width at most.
        const fit = () => view.width(width).signal("room", 0.4 * width).runAsync();
        await fit();
        new ResizeObserver(([entry]) => {
            if (entry.contentRect.width > 0 && entry.contentRect.width !== width) {
                width = entry.contentRect.width;
                fit();
            }
        }).observe(plot);
    };

    // One after the other, with a break now and then, so that a page of many charts can be read and scrolled meanwhile.
    const drawAll = async () => {
        const plots = [...document.querySelectorAll(".plot")];
        // All are measured at first: measuring after each change would lay the page out each time.
        const widths = plots.map(plot => plot.clientWidth);
        let since = performance.now();
        for (const [number, plot] of plots.entries()) {
            try {
                await draw(plot, widths[number]);
            } catch (error) {
                plot.textContent = "This chart could not be drawn; its figures are in the table.";
                console.error(error);
            }
            if (performance.now() - since > 100) {
                await new Promise(resume => setTimeout(resume));
                since = performance.now();
            }
        }
        document.documentElement.dataset.charts = "drawn";
    };

    const keyOf = cell => {
        const data = cell.querySelector("data");
        return data ? Number(data.value) : cell.textContent;
    };
    const compare = (one, other) => {
        if (typeof one === "number" && typeof other === "number") {
            return one - other;
        }
        // What is no number comes last.
        return typeof one === "number" ? -1 : typeof other === "number" ? 1 : one.localeCompare(other);
    };
    // Numbers from the greatest at first, texts from the first letter; a second time the other way round.
    const sort = heading => {
        const column = heading.cellIndex;
        const body = heading.closest("table").tBodies[0];
        const rows = [...body.rows].map(row => [keyOf(row.cells[column]), row]);
        const isNumber = rows.some(([key]) => typeof key === "number");
        const last = heading.getAttribute("aria-sort");
        const first = isNumber ? "descending" : "ascending";
        const order = !last ? first : last === "ascending" ? "descending" : "ascending";
        rows.sort(([one], [other]) => order === "ascending" ? compare(one, other) : compare(other, one));
        body.append(...rows.map(([, row]) => row));
        for (const other of heading.parentElement.cells) {
            other.removeAttribute("aria-sort");
        }
        heading.setAttribute("aria-sort", order);
    };
    for (const heading of document.querySelectorAll("thead th")) {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...heading.childNodes);
        button.addEventListener("click", () => sort(heading));
        heading.append(button);
    }

    drawAll();
})();
